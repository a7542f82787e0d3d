# A setting is written once and never again.
# file: host/driver/core_driver.cpp
# run: host
# test: CoreDriverTest.WritesOnlySettingsThatChange
# unit: driver
# report: driver, core: the setting that changes
s/if (held != held_.end() \&\& held->second == value) continue;/if (held != held_.end()) continue;/
