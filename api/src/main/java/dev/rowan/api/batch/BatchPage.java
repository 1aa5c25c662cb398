package dev.rowan.api.batch;

import java.util.List;
import java.util.Optional;

/// One page of an account's batches, newest first; `next` is the cursor of the next page.
public record BatchPage(List<BatchStatus> batches, Optional<String> next) {

    public BatchPage {
        batches = List.copyOf(batches);
    }
}
