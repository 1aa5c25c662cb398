package dev.rowan.bench.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// A csv file of made-up reviews, the same for the same seed; every record has 400 bytes or more.
public final class ReviewFile {
    private static final String[] WORDS = {
        "the",
        "lamp",
        "arrived",
        "on",
        "time",
        "but",
        "battery",
        "life",
        "is",
        "shorter",
        "than",
        "I",
        "expected",
        "after",
        "two",
        "weeks",
        "of",
        "daily",
        "use",
        "still",
        "works",
        "fine",
        "great",
        "value",
        "for",
        "money",
        "would",
        "buy",
        "again",
        "colour",
        "fades",
        "quickly",
        "customer",
        "service",
        "answered",
        "within",
        "hours",
        "my",
        "daughter",
        "loves",
        "it",
        "café",
        "naïve",
        "box",
        "was",
        "damaged",
        "returned",
        "and",
        "refunded"
    };
    private static final String[] PRODUCTS = {"desk lamp", "kettle", "headphones", "backpack", "phone case", "blender"};

    private ReviewFile() {}

    /// Writes `rows` records; about one in fifty holds a word that the benchmark's filter blocks.
    public static void write(Path file, long rows, long seed) throws IOException {
        var random = new SplittableRandom(seed);
        try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
            out.write("review_id,product,rating,day,text\n");
            var line = new StringBuilder(600);
            for (long i = 1; i <= rows; i++) {
                line.setLength(0);
                line.append("R").append(1_000_000_000L + i).append(',');
                line.append(PRODUCTS[random.nextInt(PRODUCTS.length)]).append(',');
                line.append(1 + random.nextInt(5)).append(",2026-");
                line.append(10 + random.nextInt(2))
                        .append('-')
                        .append(10 + random.nextInt(18))
                        .append(",\"");
                int end = line.length() + 360 + random.nextInt(120);
                while (line.length() < end) {
                    line.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
                }
                if (random.nextInt(50) == 0) {
                    line.append("my Password is hunter2");
                }
                out.write(line.append("\"\n").toString());
            }
        }
    }
}
