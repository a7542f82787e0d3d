  // NoFetchWithoutRoom of nve_dma_fetch.sv
  always @* assume (!desc_valid_i || gold_desc_ready_o);
