# The golden model compares the old update value with the toggle value.
# file: model/golden/agu.hpp
# run: core
# unit: MEMA
# report: agu_mema
s/return next != settings.agu_toggle\[mode\] ? next : 0;/return u != settings.agu_toggle[mode] ? next : 0;/
