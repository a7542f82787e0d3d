# Sums beyond the table saturate at its wrong end.
# file: nve_mac_lane.sv
# run: random
# first: stage1
s/{IndexW{!shifted\[AccuW\]}}/{IndexW{shifted[AccuW]}}/
