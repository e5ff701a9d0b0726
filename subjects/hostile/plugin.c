/* A plugin of the compiler, which does its damage as soon as it is loaded. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void loaded(void)
{
    fputs("the plugin is loaded\n", stderr);
    if (system("echo > @CANARY@/loaded; rm -f @CANARY@/kept; (setsid sleep @MARK@ &); "
               "echo > /dev/udp/127.0.0.1/@PORT@"))
        fputs("the plugin did not get far\n", stderr);
}
