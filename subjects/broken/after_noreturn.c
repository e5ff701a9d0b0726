// What promised never to return returns.
static int failures;

__attribute__((noreturn)) static void fail(int code) {
    failures += code;
} // trap: unreachable code reached

int main(void) {
    fail(3);
}
