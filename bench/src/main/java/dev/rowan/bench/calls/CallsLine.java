package dev.rowan.bench.calls;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/// The figures of a round as one line, from a contender's process to the benchmark.
final class CallsLine {
    private CallsLine() {}

    static String of(CallsPipeline.Figures figures) {
        CallsRound.Figures calls = figures.calls();
        var line = new StringJoiner("\t")
                .add(Long.toString(calls.calls()))
                .add(Double.toString(calls.seconds()))
                .add(Double.toString(calls.simulatorCpu()))
                .add(Double.toString(figures.wayUp()))
                .add(Double.toString(figures.closing()))
                .add(Long.toString(figures.landscapeBytes()));
        calls.cpu().forEach((part, seconds) -> line.add(part).add(Double.toString(seconds)));
        return line.toString();
    }

    static CallsPipeline.Figures read(String line) {
        String[] fields = line.split("\t", -1);
        Map<String, Double> cpu = new TreeMap<>();
        for (int i = 6; i < fields.length; i += 2) {
            cpu.put(fields[i], Double.valueOf(fields[i + 1]));
        }
        var calls = new CallsRound.Figures(
                Long.parseLong(fields[0]), Double.parseDouble(fields[1]), cpu, Double.parseDouble(fields[2]));
        return new CallsPipeline.Figures(
                calls, Double.parseDouble(fields[3]), Double.parseDouble(fields[4]), Long.parseLong(fields[5]));
    }
}
