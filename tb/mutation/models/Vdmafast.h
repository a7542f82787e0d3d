// SPDX-License-Identifier: Apache-2.0
// A configuration of the DMA without mutants: its benches are compiled with another one, and left
// out.
#pragma once

#include "Vdma32.h"

using Vdmafast = Vdma32;
