// A table of functions with a hole and a misfit.
typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static double half(double x) { return x / 2; }
static operation operations[] = {add, (operation)half};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += operations[i](i, 3); // trap: call of what is not such a function
    return sum;
}
