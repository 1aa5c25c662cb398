package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.CallScope;
import java.io.BufferedWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// A loop over the rows of `rows.csv` with a virtual thread each and a semaphore around the call and its retries,
/// which writes `moods.jsonl` in input order.
///
/// `bench noise_client plain|sdk BASE_URL IN_FLIGHT`, in the folder of the rows.
public final class NoiseClient {
    private NoiseClient() {}

    public static void run(String... args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("rows.csv"), UTF_8);
        var permits = new Semaphore(Integer.parseInt(args[2]));
        List<Future<String>> answers = new ArrayList<>();
        try (ChatClient client = ChatClient.open(args[0], URI.create(args[1]));
                CallScope scope = CallScope.open("row")) {
            for (String line : lines.subList(1, lines.size())) {
                permits.acquire();
                answers.add(scope.fork(() -> {
                    try {
                        return client.ask(NoiseRows.PROMPT.replace("{{ text }}", line));
                    } finally {
                        permits.release();
                    }
                }));
            }
            try (BufferedWriter out = Files.newBufferedWriter(Path.of(NoiseRows.OUTPUT), UTF_8)) {
                for (int i = 0; i < answers.size(); i++) {
                    out.write("{\"row\":%d,\"mood\":\"%s\"}\n"
                            .formatted(i + 1, answers.get(i).get()));
                }
            }
        }
    }
}
