package dev.rowan.simulator.fireworks;

import dev.rowan.api.Sha256;
import dev.rowan.simulator.batch.BatchAccount;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.bucket.Storage;
import dev.rowan.simulator.bucket.StorageDialect;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// URLs by which a file can be read for ten minutes without a key, and the endpoint behind them.
record SignedUrls(BatchStore store) {
    private static final String PATH = "/compatible/fireworks/signed/";
    private static final int EXPIRES = 599;

    /// The URL of `file`, at the address to which `request` was sent.
    static String of(StoredFile file, EndpointRequest request, Instant now) {
        String root =
                request.request().header("host").map(host -> "http://" + host).orElse("https://storage.example");
        String path = PATH + file.id();
        String date = Long.toString(now.getEpochSecond());
        return root + path + "?X-Goog-Date=" + date + "&X-Goog-Expires=" + EXPIRES + "&X-Goog-Signature="
                + signature(request.key(), path, date);
    }

    private static String signature(String key, String path, String date) {
        return Sha256.hex((key + "\n" + path + "\n" + date).getBytes(StandardCharsets.UTF_8));
    }

    Operation operation() {
        return new Operation(
                "fireworks_file_content",
                new StorageDialect(Storage.GOOGLE, this::key),
                "GET",
                Pattern.compile(PATH + "(.+)"),
                Operation.Body.OTHER,
                this::content);
    }

    /// The key by which a request is signed. A request that also carries one is refused.
    private Optional<String> key(HttpRequest request) {
        String signature = request.query("X-Goog-Signature").orElse("");
        String date = request.query("X-Goog-Date").orElse("");
        return request.header("authorization").isPresent()
                ? Optional.empty()
                : store.all().stream()
                        .map(SimulatedJob::account)
                        .filter(account -> account.service().equals("fireworks"))
                        .map(BatchAccount::key)
                        .distinct()
                        .filter(key -> signature(key, request.path(), date).equals(signature))
                        .findFirst();
    }

    private EndpointResult content(EndpointRequest request, String id) throws RefusedException {
        Instant now = store.now(request.now());
        long date = Long.parseLong(request.request().query("X-Goog-Date").orElse("0"));
        if (now.getEpochSecond() > date + EXPIRES) {
            throw Refusal.of(400, "ExpiredToken", "Invalid argument.").thrown();
        }
        return store.all().stream()
                .flatMap(job -> InferenceOutput.of(job, now).stream())
                .filter(file -> file.id().equals(id))
                .findFirst()
                .map(file -> new EndpointResult.Download(file.type(), file.content(), Optional.of(id)))
                .orElseThrow(() -> Refusal.of(404, "NoSuchKey", "The specified key does not exist.")
                        .thrown());
    }
}
