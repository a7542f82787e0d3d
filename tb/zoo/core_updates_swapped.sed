# The loaded updates of the memory slots are swapped.
# file: rtl/nve_ibuf.sv
# run: core
# unit: MEMA
# report: agu_mema
s/rotating_i ? rotating : {loaded.memb_update, loaded.mema_update}/rotating_i ? rotating : {loaded.mema_update, loaded.memb_update}/
