# The lanes subtract the product.
# file: nve_mac_lane.sv
# run: cosim
# first: accu
s/assign accu_d  = addend + product;/assign accu_d  = addend - product;/
