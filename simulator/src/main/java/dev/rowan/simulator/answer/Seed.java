package dev.rowan.simulator.answer;

import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// The source of randomness: everything that looks random about one request follows from this number.
public record Seed(long value) {

    /// The seed of a part: different for each `part`, the same each time.
    public Seed and(long part) {
        return new Seed(mix(value * 31 + part));
    }

    public RandomGenerator random() {
        return new SplittableRandom(value);
    }

    /// An id that begins with `prefix`.
    public String id(String prefix) {
        return prefix + HexFormat.of().toHexDigits(mix(value + prefix.hashCode()));
    }

    /// A number from 0 up to `bound`, not included.
    public int below(int bound) {
        return (int) Long.remainderUnsigned(mix(value), bound);
    }

    private static long mix(long bits) {
        long mixed = bits + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
