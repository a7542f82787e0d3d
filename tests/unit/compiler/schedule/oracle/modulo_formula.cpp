// SPDX-License-Identifier: Apache-2.0
// A slot does one thing in a cycle: VMAC, WREG and IREG because their operations are in strict
// order, the next iteration's after this one's; the memory slots by "at most one" for every cycle.
#include "tests/unit/compiler/schedule/oracle/modulo_formula.hpp"

namespace nve::oracle {

ModuloFormula::ModuloFormula(const OperationSequence& sequence, int stream_words, bool share_port_a,
                             int ii)
    : sequence_(sequence), ii_(ii), count_(static_cast<int>(sequence.vmac.size())) {
  AddVmac();
  AddImage();
  AddWeights();
  AddWordSizes();
  AddPorts(stream_words, share_port_a);
}

void ModuloFormula::AddVmac() {
  vmac_.emplace_back(cnf_, 0, 0);
  for (int k = 1; k < count_; ++k) {
    vmac_.emplace_back(cnf_, k, ii_ - count_ + k);
    vmac_[k - 1].AddBefore(1, vmac_[k]);
  }
  vmac_.back().AddBefore(1 - ii_, vmac_.front());
}

// Every image operation changes all of ri: a mac sees those before it and none after.
void ModuloFormula::AddImage() {
  const auto count = static_cast<int>(sequence_.image.size());
  for (int j = 0; j < count; ++j) image_.emplace_back(cnf_, -ii_, ii_ - 1);
  for (int j = 1; j < count; ++j) image_[j - 1].AddBefore(1, image_[j]);
  image_.back().AddBefore(1 - ii_, image_.front());
  for (int k = 0; k < count_; ++k) {
    const VmacOperation& op = sequence_.vmac[k];
    if (op.set_rb) continue;
    image_[op.image_steps - 1].AddBefore(arch::kLatencySetToMac, vmac_[k]);
    if (op.image_steps < count) {
      vmac_[k].AddBefore(0, image_[op.image_steps]);
    } else {
      vmac_[k].AddBefore(-ii_, image_.front());
    }
  }
}

// rw[0] must hold a coefficient until its operation has executed.
void ModuloFormula::AddWeights() {
  for (int k = 0; k < count_; ++k) {
    weight_.emplace_back(cnf_, -ii_, ii_ - 1);
    is_set_.push_back(cnf_.New());
    weight_[k].AddBefore(arch::kLatencySetToMac, vmac_[k]);
    if (k > 0) vmac_[k - 1].AddBefore(0, weight_[k]);
  }
  vmac_.back().AddBefore(-ii_, weight_.front());
}

// After at most three `sh rw` comes a `set rw`.
void ModuloFormula::AddWordSizes() {
  for (int k = 0; k < count_; ++k) {
    std::vector<Literal> word;
    for (int entry = 0; entry < arch::kRwEntries; ++entry) {
      word.push_back(is_set_[(k + entry) % count_]);
    }
    cnf_.Add(word);
  }
}

Literal ModuloFormula::Both(Literal a, Literal b) {
  const Literal both = cnf_.New();
  cnf_.Add({-both, a});
  cnf_.Add({-both, b});
  cnf_.Add({both, -a, -b});
  return both;
}

Literal ModuloFormula::InCycle(Number& number, int cycle) {
  const Literal here = number.Is(cycle);
  const Literal before = number.Is(cycle - ii_);
  const Literal either = cnf_.New();
  std::vector<Literal> one = {-either};
  for (const Literal is : {here, before}) {
    if (is == 0) continue;
    cnf_.Add({-is, either});
    one.push_back(is);
  }
  cnf_.Add(one);
  return either;
}

void ModuloFormula::AddPorts(int stream_words, bool share_port_a) {
  Takers takers_a(ii_);
  Takers takers_b(ii_);
  std::vector<Literal> needed_a;
  std::vector<Literal> needed_b;
  const Literal always = cnf_.New();
  cnf_.Add({always});
  for (size_t j = 0; j < image_.size(); ++j) {
    const ImageStep& step = sequence_.image[j].step;
    for (int cycle = 0; cycle < ii_; ++cycle) {
      const Literal taken = InCycle(image_[j], cycle);
      if (step.word_a >= 0) takers_a[cycle].push_back(taken);
      if (step.word_b >= 0) takers_b[cycle].push_back(taken);
    }
    if (step.word_a >= 0) needed_a.push_back(always);
    if (step.word_b >= 0) needed_b.push_back(always);
  }
  const auto image_sets = static_cast<int>(needed_a.size());
  for (int k = 0; k < count_; ++k) {
    for (int cycle = 0; cycle < ii_; ++cycle) {
      takers_a[cycle].push_back(Both(InCycle(weight_[k], cycle), is_set_[k]));
    }
    needed_a.push_back(is_set_[k]);
  }
  if (!share_port_a) {
    for (const std::vector<Literal>& takers : takers_a) cnf_.AddAtMostOne(takers);
  }
  std::vector<std::vector<Literal>> port_a = AddReads(takers_a, needed_a);
  std::vector<Number> writes;
  for (int word = 0; word < stream_words; ++word) {
    writes.emplace_back(cnf_, word, ii_ - stream_words + word);
    if (word > 0) writes[word - 1].AddBefore(1, writes[word]);
    for (int cycle = 0; cycle < ii_; ++cycle) {
      if (const Literal is = writes[word].Is(cycle); is != 0) port_a[cycle].push_back(is);
    }
  }
  for (const std::vector<Literal>& slot : port_a) cnf_.AddAtMostOne(slot);
  for (const std::vector<Literal>& slot : AddReads(takers_b, needed_b)) cnf_.AddAtMostOne(slot);
  // Follows from the slot of port A, but a solver does not count by itself.
  cnf_.AddAtMost(is_set_, ii_ - image_sets - stream_words);
}

std::vector<std::vector<Literal>> ModuloFormula::AddReads(const Takers& takers,
                                                          const std::vector<Literal>& needed) {
  std::vector<std::vector<Literal>> reads(ii_);
  std::vector<std::vector<Literal>> holds(ii_);  // what the output shows
  for (int cycle = 0; cycle < ii_; ++cycle) {
    for (size_t taker = 0; taker < needed.size(); ++taker) {
      reads[cycle].push_back(cnf_.New());
      holds[cycle].push_back(cnf_.New());
      cnf_.Add({-takers[cycle][taker], holds[cycle][taker]});
    }
    cnf_.AddAtMostOne(holds[cycle]);
  }
  for (size_t taker = 0; taker < needed.size(); ++taker) {
    std::vector<Literal> some = {-needed[taker]};
    for (int cycle = 0; cycle < ii_; ++cycle) some.push_back(reads[cycle][taker]);
    cnf_.Add(some);
  }
  // The output changes two cycles after a read, to the word read, and else keeps its word.
  for (int cycle = 0; cycle < ii_; ++cycle) {
    const std::vector<Literal>& then = holds[(cycle + arch::kLatencyRdToSet) % ii_];
    const std::vector<Literal>& before = holds[(cycle + arch::kLatencyRdToSet - 1) % ii_];
    const Literal none = cnf_.New();
    std::vector<Literal> some = {none};
    for (size_t taker = 0; taker < needed.size(); ++taker) {
      const Literal read = reads[cycle][taker];
      some.push_back(read);
      cnf_.Add({-read, then[taker]});
      cnf_.Add({-none, -before[taker], then[taker]});
    }
    cnf_.Add(some);
  }
  return reads;
}

RegisterPath ModuloFormula::PathOf(const std::vector<bool>& model) const {
  RegisterPath path;
  path.cycles = ii_;
  for (const Number& number : vmac_) path.vmac.push_back(number.In(model));
  for (const Number& number : image_) path.image.push_back(number.In(model));
  for (const Number& number : weight_) path.wreg.push_back(number.In(model));
  for (const Literal is_set : is_set_) {
    path.wreg_is_set.push_back(model[static_cast<size_t>(is_set)]);
    path.words += path.wreg_is_set.back() ? 1 : 0;
  }
  return path;
}

}  // namespace nve::oracle
