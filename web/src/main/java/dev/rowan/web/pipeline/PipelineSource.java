package dev.rowan.web.pipeline;

/// The pipeline of `/pipeline`, read each time. The implementation knows the plugins, so it finds every problem
/// that `rowan validate` would.
@FunctionalInterface
public interface PipelineSource {
    PipelineText read();
}
