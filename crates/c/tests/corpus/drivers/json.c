// Reads JSON from standard input and prints it in both forms.
#include "cJSON.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static char text[20000];
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    cJSON *json = cJSON_Parse(text);
    if (!json) {
        printf("error before: %s\n", cJSON_GetErrorPtr());
        return 1;
    }
    char *printed = cJSON_Print(json);
    puts(printed);
    free(printed);
    printed = cJSON_PrintUnformatted(json);
    puts(printed);
    free(printed);
    cJSON_Delete(json);
    return 0;
}
