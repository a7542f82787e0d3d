// SPDX-License-Identifier: Apache-2.0
// The one source file of the model library; the Verilated classes are added by verilate().
#include <verilated.h>
