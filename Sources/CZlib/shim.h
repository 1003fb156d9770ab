#ifndef REWARDS_CZLIB_H
#define REWARDS_CZLIB_H
#include <zlib.h>

// inflateInit2 is a macro. 16 asks for gzip's own wrapping, with the largest window.
static inline int rewards_inflate_init(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}
#endif
