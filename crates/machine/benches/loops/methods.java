class Loop {
    static class Shape {
        int side;

        int grow(int by) {
            side += by;
            return side;
        }
    }

    static class Half extends Shape {
        @Override
        int grow(int by) {
            return super.grow(by >> 1);
        }
    }

    static int loop(int n, int seed) {
        Shape[] shapes = {new Shape(), new Half()};
        int s = seed;
        for (int i = 0; i < n; i++) {
            s = shapes[i & 1].grow(s);
        }
        return s;
    }
}
