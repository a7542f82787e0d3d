# The golden model raises a disabled interrupt.
# file: model/golden/core.cpp
# run: core
# unit: registers
# report: irq
s/probe.irq = (probe.irq_causes \& machine.settings.irq_enable) != 0;/probe.irq = probe.irq_causes != 0;/
