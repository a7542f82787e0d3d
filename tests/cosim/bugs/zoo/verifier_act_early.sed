# An `act` one cycle after its sums is accepted.
# file: compiler/verify/hazard_machine.cpp
# run: host
# test: HazardsTest.ActTooEarly
# report: rule setrb_to_act
s/walk_.cycle() - last_setrb_ < arch::kLatencySetrbToAct;/walk_.cycle() - last_setrb_ < 0;/
