# The golden model forgets the word on its way to the FIFO.
# file: model/golden/control.hpp
# run: core
# unit: control
# report: stall
s/const int entering = reg.act_push ? 1 : 0;/const int entering = 0;/
