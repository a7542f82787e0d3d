// SPDX-License-Identifier: Apache-2.0
// The number of the bug that is planted in this run, 0 for none: see plant_all.py.
package nve_bug;

  import "DPI-C" function int nve_bug_number();

  int number = nve_bug_number();

endpackage
