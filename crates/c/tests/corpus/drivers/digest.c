// Prints digests of standard input.
#include <md5.h>
#include <rmd160.h>
#include <sha1.h>
#include <sha2.h>
#include <stdio.h>

static void print(const char *name, const unsigned char *digest, int size) {
    printf("%s ", name);
    for (int i = 0; i < size; i++) printf("%02x", digest[i]);
    printf("\n");
}

#define DIGEST(name, size)                            \
    do {                                              \
        name##_CTX context;                           \
        unsigned char digest[size];                   \
        name##Init(&context);                         \
        name##Update(&context, text, length);         \
        name##Final(digest, &context);                \
        print(#name, digest, size);                   \
    } while (0)

int main(void) {
    static unsigned char text[20000];
    size_t length = fread(text, 1, sizeof text, stdin);
    DIGEST(MD5, 16);
    DIGEST(SHA1, 20);
    DIGEST(RMD160, 20);
    SHA2_CTX context;
    unsigned char digest[64];
    SHA256Init(&context);
    SHA256Update(&context, text, length);
    SHA256Final(digest, &context);
    print("SHA256", digest, 32);
    SHA512Init(&context);
    SHA512Update(&context, text, length);
    SHA512Final(digest, &context);
    print("SHA512", digest, 64);
    return 0;
}
