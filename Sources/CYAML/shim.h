#ifndef REWARDS_CYAML_H
#define REWARDS_CYAML_H
#include <yaml.h>
#endif
