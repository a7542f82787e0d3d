// SPDX-License-Identifier: Apache-2.0
// The entry of tests that hold a platform: SystemC's set-up, then GoogleTest.
#include <gtest/gtest.h>

#include <cstdlib>
#include <systemc>

// Called by SystemC once its own set-up is done.
int sc_main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
