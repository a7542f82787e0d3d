# setsh takes the word behind the vector from port A.
# file: nve_ireg.sv
# run: cosim
# first: ri
s/ri_d\[Used1W-1:0\] = {port_b_i, ri_q\[Vec1W-1:PixelW\]};/ri_d[Used1W-1:0] = {port_a_i, ri_q[Vec1W-1:PixelW]};/
