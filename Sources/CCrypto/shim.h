#ifndef REWARDS_CCRYPTO_H
#define REWARDS_CCRYPTO_H
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#endif
