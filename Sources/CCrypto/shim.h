#ifndef REWARDS_CCRYPTO_H
#define REWARDS_CCRYPTO_H
#include <openssl/sha.h>
#endif
