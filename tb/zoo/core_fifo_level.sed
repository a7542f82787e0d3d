# A word that enters while one leaves is counted twice.
# file: rtl/nve_fifo.sv
# run: core
# unit: streams
# report: in_level
s/if (push \&\& !pop) level_q/if (push) level_q/
