# The golden model raises a disabled interrupt.
# file: model/golden/core.cpp
# run: core
# report: irq
s/probe.irq = (machine.reg.irq \& machine.settings.irq_enable) != 0;/probe.irq = machine.reg.irq != 0;/
