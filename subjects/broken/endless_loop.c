// The search for a free place in a full table.
static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
    unsigned place = 3;
    while (table[place % 8] != 0) // limit: step budget
        place++;
    return (int)place;
}
