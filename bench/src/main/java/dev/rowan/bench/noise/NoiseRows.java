package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The rows that every contender of [NoiseBench] takes to the service, and the file that most of them write.
public final class NoiseRows {
    static final String PROMPT = "Is this review positive, negative or neutral? {{ text }}";
    static final String OUTPUT = "moods.jsonl";

    private NoiseRows() {}

    public static void write(Path folder, int rows) throws IOException {
        try (BufferedWriter csv = Files.newBufferedWriter(folder.resolve("rows.csv"), UTF_8)) {
            csv.write("id,text\n");
            for (int row = 1; row <= rows; row++) {
                csv.write("R" + row + ",the " + (row % 3 == 0 ? "great" : "poor") + " lamp of order " + row + "\n");
            }
        }
    }

    /// How many rows have an answer in the output.
    static long answered(Path folder) throws IOException {
        Path output = folder.resolve(OUTPUT);
        if (!Files.exists(output)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(output, UTF_8)) {
            return lines.count();
        }
    }
}
