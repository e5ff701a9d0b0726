//! A Java program that tells a checksum of what each function of `StrictMath` gives for many arguments.

/// The program, for so many arguments of each kind.
pub fn program(count: u32) -> String {
    let mut calls = String::new();
    for name in UNARY {
        calls += &format!("    one(\"{name}\", StrictMath::{name});\n");
    }
    for name in BINARY {
        calls += &format!("    two(\"{name}\", StrictMath::{name});\n");
    }
    TEXT.replace("COUNT", &count.to_string()).replace("CALLS", &calls)
}

const UNARY: [&str; 18] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log10", "sqrt", "cbrt", "sinh",
    "cosh", "tanh", "expm1", "log1p", "rint", "floor",
];

const BINARY: [&str; 4] = ["pow", "atan2", "hypot", "IEEEremainder"];

const TEXT: &str = r#"
import java.util.function.*;

public class Strict {
  static long state;
  static long next() {
    state ^= state << 13; state ^= state >>> 7; state ^= state << 17;
    return state * 0x2545F4914F6CDD1DL;
  }
  static double unit() { return (next() >>> 11) * 0x1p-53; }
  static double sign(double v) { return next() < 0 ? -v : v; }

  static final String[] KINDS = { "bits", "around one", "small", "subnormal", "degrees", "near turns", "near large turns", "whole" };
  static double argument(int kind) {
    switch (kind) {
      case 0: return Double.longBitsToDouble(next());
      case 1: return sign(0.25 + 1.5 * unit());
      case 2: return sign(Math.scalb(unit(), -(int) (next() & 63)));
      case 3: return sign(Double.longBitsToDouble(next() & 0xfffffffffffffL));
      case 4: return sign(700 * unit());
      case 5: return near((next() & 0x3f) * (Math.PI / 4));
      case 6: return near((next() & 0xffffff) * (Math.PI / 4));
      default: return sign((int) next() >> (int) (next() & 31));
    }
  }
  static double near(double v) {
    long bits = Double.doubleToLongBits(v);
    return sign(Double.longBitsToDouble(bits + (next() & 15) - 8));
  }

  static void one(String name, DoubleUnaryOperator function) {
    for (int kind = 0; kind < KINDS.length; kind++) {
      state = 88172645463325252L + kind;
      for (int block = 0; block < 10; block++) {
        long sum = 0;
        for (int i = 0; i < COUNT / 10; i++) {
          double value = function.applyAsDouble(argument(kind));
          sum = sum * 31 + Double.doubleToLongBits(value);
        }
        System.out.println(name + ", " + KINDS[kind] + " " + block + ": " + sum);
      }
    }
  }
  static void two(String name, DoubleBinaryOperator function) {
    for (int kind = 0; kind < KINDS.length; kind++) {
      state = 88172645463325252L + kind;
      long sum = 0;
      for (int i = 0; i < COUNT; i++) {
        double value = function.applyAsDouble(argument(kind), argument((int) (next() & 7)));
        sum = sum * 31 + Double.doubleToLongBits(value);
      }
      System.out.println(name + ", " + KINDS[kind] + ": " + sum);
    }
  }

  public static void main(String[] args) {
CALLS  }
}
"#;
