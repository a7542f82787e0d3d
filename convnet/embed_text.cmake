# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that holds a text file as a string constant:
#   cmake -DINPUT=file -DOUTPUT=file.cpp -DNAME=kName -P embed_text.cmake
file(READ ${INPUT} text)
get_filename_component(source ${INPUT} NAME)
file(WRITE ${OUTPUT}
"// The text of ${source}, embedded at build time.
namespace nve {
extern const char* const ${NAME};
const char* const ${NAME} = R\"EMBED(${text})EMBED\";
}  // namespace nve
")
