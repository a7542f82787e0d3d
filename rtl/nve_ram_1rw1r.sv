// Memory with one read-or-write port and one read port, read latency one cycle, never reset.
// A port's rdata holds until that port reads again; a write leaves it alone.
// Simulation starts with zeros, as isa.md section 2 asks of both models.
module nve_ram_1rw1r #(
  parameter  int unsigned Width = 8,
  parameter  int unsigned Depth = 1024,
  localparam int unsigned AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic             clk_i,
  // Port A, read or write
  input  logic             a_en_i,
  input  logic             a_we_i,
  input  logic [AddrW-1:0] a_addr_i,
  input  logic [Width-1:0] a_wdata_i,
  output logic [Width-1:0] a_rdata_o,
  // Port B, read
  input  logic             b_en_i,
  input  logic [AddrW-1:0] b_addr_i,
  output logic [Width-1:0] b_rdata_o
);

  logic [Width-1:0] mem [0:Depth-1];
  logic [Width-1:0] a_rdata_q, b_rdata_q;

  initial begin
    for (int unsigned i = 0; i < Depth; i++) mem[i] = '0;
  end

  always_ff @(posedge clk_i) begin
    if (a_en_i) begin
      if (a_we_i) mem[a_addr_i] <= a_wdata_i;
      else a_rdata_q <= mem[a_addr_i];
    end
    if (b_en_i) b_rdata_q <= mem[b_addr_i];
  end

  assign a_rdata_o = a_rdata_q;
  assign b_rdata_o = b_rdata_q;

endmodule
