# A bias is not sign-extended.
# file: rtl/nve_vmac.sv
# run: core
# unit: VMAC
# report: accu
s/weight_extended = AccuW'(weight);/weight_extended = AccuW'(weight_i);/
