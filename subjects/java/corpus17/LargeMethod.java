// bytecode: far jumps over finally blocks that double at each level
public class LargeMethod {
    static int f(int x) {
        int y = x;
        for (int i = 0; i < 3; i++) {
            if (y == 77) {
                break;
            }
            try {
                y = y * 23 + 1100033;
            } finally {
                try {
                    y = y * 21 + 1000030;
                } finally {
                    try {
                        y = y * 19 + 900027;
                    } finally {
                        try {
                            y = y * 17 + 800024;
                        } finally {
                            try {
                                y = y * 15 + 700021;
                            } finally {
                                try {
                                    y = y * 13 + 600018;
                                } finally {
                                    try {
                                        y = y * 11 + 500015;
                                    } finally {
                                        try {
                                            y = y * 9 + 400012;
                                        } finally {
                                            try {
                                                y = y * 7 + 300009;
                                            } finally {
                                                try {
                                                    y = y * 5 + 200006;
                                                } finally {
                                                    try {
                                                        y = y * 3 + 100003;
                                                    } finally {
                                                        y ^= y >>> 3;
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return y;
    }

    public static void main(String[] args) {
        System.out.println(f(1) + " " + f(2) + " " + f(999999));
    }
}
