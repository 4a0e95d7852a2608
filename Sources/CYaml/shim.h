// libyaml's C API: only its scanner is used, which gives tokens with exact places.
#pragma once
#include <yaml.h>
