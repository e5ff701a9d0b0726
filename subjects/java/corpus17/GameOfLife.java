// programs: a grid that evolves
public class GameOfLife {
    public static void main(String[] args) {
        boolean[][] grid = new boolean[8][8];
        int[][] glider = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
        for (int[] cell : glider) {
            grid[cell[0]][cell[1]] = true;
        }
        for (int step = 0; step < 9; step++) {
            boolean[][] next = new boolean[8][8];
            for (int y = 0; y < 8; y++) {
                for (int x = 0; x < 8; x++) {
                    int around = 0;
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dx = -1; dx <= 1; dx++) {
                            if ((dx != 0 || dy != 0) && grid[(y + dy + 8) % 8][(x + dx + 8) % 8]) {
                                around++;
                            }
                        }
                    }
                    next[y][x] = around == 3 || grid[y][x] && around == 2;
                }
            }
            grid = next;
        }
        for (boolean[] row : grid) {
            StringBuilder line = new StringBuilder();
            for (boolean cell : row) {
                line.append(cell ? '#' : '.');
            }
            System.out.println(line);
        }
    }
}
