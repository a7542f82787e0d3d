# Words of suppressed passes count as sent.
# file: compiler/verify/hazard_machine.cpp
# run: host
# test: HazardsTest.PortBSendsToo
# unit: hazards
# report: hazards: one finding, of rule rd_unwritten
s/if (instruction.memb.op == arch::MemOp::kWr \&\& !walk_.outputs_suppressed()) SendActivation();/if (instruction.memb.op == arch::MemOp::kWr \&\& walk_.outputs_suppressed()) SendActivation();/
