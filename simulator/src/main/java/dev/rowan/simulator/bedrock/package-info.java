/// AWS Bedrock's Converse.
@NullMarked
package dev.rowan.simulator.bedrock;

import org.jspecify.annotations.NullMarked;
