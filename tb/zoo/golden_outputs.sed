# The golden model suppresses one pass of results too many.
# file: model/golden/control.hpp
# run: core
# unit: ACT
# report: act_push
s/cycle.outputs_suppressed = reg.probe.pass < settings.extra;/cycle.outputs_suppressed = reg.probe.pass <= settings.extra;/
