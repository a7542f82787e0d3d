  // nve_dma.sv, gen_plain: in the vendor's profile a descriptor is one command with data. The mover's
  // ports have 64 bits.
  always @* assume ($bits(rdata_i) == 64 || cmd_i[1:0] == 2'b10);
