# An `act` one cycle after its sums is accepted.
# file: compiler/verify/hazard_machine.cpp
# run: host
# test: HazardsTest.ActTooEarly
# unit: hazards
# report: hazards: cycle 10 (repeat, pass 0, pc 10, slot ACT): rule setrb_to_act
s/walk_.cycle() - last_setrb_ < arch::kLatencySetrbToAct;/walk_.cycle() - last_setrb_ < 0;/
