# A setting is written once and never again.
# file: host/driver/core_driver.cpp
# run: host
# test: CoreDriverTest.WritesOnlySettingsThatChange
# report: core0+0x24=0x4
s/if (held != held_.end() \&\& held->second == value) continue;/if (held != held_.end()) continue;/
