package dev.rowan.api.batch;

import java.util.List;
import java.util.Optional;

/// Some of the batches of an account, the newest first; `next` asks for older ones, where there are.
public record BatchPage(List<BatchStatus> batches, Optional<String> next) {

    public BatchPage {
        batches = List.copyOf(batches);
    }
}
